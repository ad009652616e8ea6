"""What tests of compiled code stand on."""
