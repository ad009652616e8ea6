
#This is a comment, on line 2

print("SUCCESS")
