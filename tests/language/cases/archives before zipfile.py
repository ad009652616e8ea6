"""An archive on sys.path before anybody has imported zipfile; entries that are none."""
import sys, os, tempfile, base64, subprocess
d = tempfile.mkdtemp(); z = d + "/a.zip"
subprocess.run([sys.executable, "-c", "import zipfile,sys\nwith zipfile.ZipFile(sys.argv[1],'w') as f: f.writestr('zq.py','x=1')", z])
before = "zipfile" in sys.modules
sys.path.insert(0, z)
import zq; print(zq.x, before)
sys.path.insert(0, "/etc/passwd"); sys.path.insert(0, z + "/nothing"); sys.path.insert(0, d + "/none.zip")
import colorsys; print(colorsys.rgb_to_hsv(1, 0, 0))
try: import nope_nope
except ImportError as e: print(e)
open(d + "/broken.zip", "wb").write(b"PK\3\4junk"); sys.path.insert(0, d + "/broken.zip")
import sched; print(sched.__name__)
