"""What the site keeps: its tables, the database, and how turns are written durably."""
