-- This number is reserved for another change. Delete this file when that change is added.
SELECT 1;
