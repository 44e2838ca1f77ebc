"""Operations: processes, files, the terminal, the image."""
