; nothing here yet
