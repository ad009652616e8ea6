"""http's servers and clients over a local connection; the files of sockets, which wait as long as these do."""
import http.server, http.client, threading, socketserver, urllib.parse, io, json, smtplib, ftplib, wsgiref.simple_server, socket
class H(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/missing": self.send_error(404, "nope"); return
        self.send_response(200); self.send_header("Content-Type", "text/plain"); self.send_header("X-A", "b"); body = ("hello " + self.path).encode(); self.send_header("Content-Length", str(len(body))); self.end_headers(); self.wfile.write(body)
    def do_POST(self):
        n = int(self.headers["Content-Length"]); d = self.rfile.read(n); self.send_response(201); self.send_header("Transfer-Encoding", "chunked"); self.end_headers()
        for part in (d[:2], d[2:]): self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.write(b"0\r\n\r\n")
    def log_message(self, *a): pass
    protocol_version = "HTTP/1.1"
s = http.server.HTTPServer(("127.0.0.1", 0), H)
t = threading.Thread(target=s.serve_forever, daemon=True); t.start()
c = http.client.HTTPConnection("127.0.0.1", s.server_port, timeout=10)
c.request("GET", "/x?y=1"); r = c.getresponse(); print(r.status, r.reason, r.getheader("x-a"), r.read(), r.version, r.isclosed())
c.request("POST", "/p", body=b"abcdef"); r = c.getresponse(); print(r.status, r.read(), r.chunked)
c.request("GET", "/missing"); r = c.getresponse(); b = r.read(); print(r.status, r.reason, b"nope" in b)
c.close(); s.shutdown(); s.server_close()
try: http.client.HTTPConnection("127.0.0.1", 1, timeout=2).request("GET", "/")
except OSError as e: print(type(e).__name__)
for u in ("a b", "h:port", "h:99"):
    try: x = http.client.HTTPConnection(u); print(x.host, x.port)
    except Exception as e: print(type(e).__name__, e)
def app(env, start): start("200 OK", [("Content-Type", "text/plain")]); return [env["PATH_INFO"].encode()]
class Q(wsgiref.simple_server.WSGIRequestHandler):
    def log_message(self, *a): pass
w = wsgiref.simple_server.make_server("127.0.0.1", 0, app, handler_class=Q)
threading.Thread(target=w.handle_request, daemon=True).start()
c = http.client.HTTPConnection("127.0.0.1", w.server_port, timeout=10); c.request("GET", "/wsgi"); print(c.getresponse().read()); c.close(); w.server_close()
try: smtplib.SMTP("127.0.0.1", 1, timeout=2)
except OSError as e: print(type(e).__name__)
try: ftplib.FTP("127.0.0.1", timeout=1)
except OSError as e: print(type(e).__name__)
print(http.HTTPStatus(404).phrase, http.client.responses[200], http.client.parse_headers(io.BytesIO(b"A: b\r\nC: d\r\n\r\n")).items())


import socket, threading
a, b = socket.socketpair()
a.settimeout(5)
f = a.makefile("rb")
threading.Timer(0.3, lambda: b.sendall(b"line\nrest")).start()
print(f.readline(), f.read(2)); 
a.settimeout(0.2)
try: print(f.readline())
except Exception as e: print(type(e).__name__, e)
try: print(f.readline())
except Exception as e: print(type(e).__name__, e)
g = a.makefile("r", encoding="utf-8"); w = b.makefile("w"); w.write("é\nx\n"); w.flush(); print(g.readline(), g.readline())
a.setblocking(False)
h = a.makefile("rb", buffering=0); print(h.read(5), h.readable(), h.writable(), h.mode, h.name == a.fileno(), h.fileno() == a.fileno(), type(h).__name__)
rw = b.makefile("rwb"); a.setblocking(True); a.sendall(b"q\n"); print(rw.readline(), type(rw).__name__); rw.write(b"back"); rw.flush(); print(a.recv(10))
a.close(); print(f.closed); f.close()
for m in ("x", "rz", "w+"):
    try: b.makefile(m)
    except ValueError as e: print(e)
try: b.makefile("r", 0)
except ValueError as e: print(e)
