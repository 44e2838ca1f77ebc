"""What an operator needs: health, doctor, backups, logs, files."""
