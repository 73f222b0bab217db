hello (world)
