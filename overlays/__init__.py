"""What people add to the vendor's documents and to the generated client."""
