-- Nothing: this number is of a change that comes with another branch.
SELECT 1;
