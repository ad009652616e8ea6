import os, tempfile
os.chdir(tempfile.mkdtemp())
# ----
%%writefile a.txt -a
hello
# ----
%%writefile -a a.txt
more
# ----
%%writefile a.txt --append
again
# ----
open("a.txt").read()
# ----
%%writefile --app a.txt
x
# ----
%%writefile 'a b.txt'
x
# ----
%%writefile "a b.txt" -a
x
# ----
%%writefile a.txt extra
x
# ----
%%writefile a.txt extra -z more
x
# ----
%%writefile -z a.txt
x
# ----
%%writefile -a
x
# ----
%%writefile
x
# ----
%%writefile a.txt
# ----
%%file b.txt -a
x
# ----
%%file
x
# ----
%%writefile -aa a.txt
x
# ----
%%writefile a.txt -a -a
x
# ----
%%writefile --nothing a.txt
x
# ----
%%writefile -- -x.txt
x
# ----
name = "c.txt"
# ----
%%writefile $name -a
x
# ----
%%writefile {name}
x
# ----
%%writefile no/such/folder
x
# ----
%%writefile .
x
# ----
%%writefile d.txt
# ----
sorted(os.listdir())
# ----
%writefile a.txt
# ----
%%writefile a'b c'.txt
x
# ----
%%writefile a\ b.txt
x
# ----
sorted(os.listdir())
