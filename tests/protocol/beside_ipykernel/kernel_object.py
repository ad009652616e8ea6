ip = get_ipython()
kernel = ip.kernel
type(kernel).__name__, type(kernel.session).__name__, kernel.shell is ip, ip.parent is kernel, hasattr(ip, "kernel")
# ----
message = ip.get_parent()
sorted(message)
# ----
message["header"]["msg_type"], message["msg_type"], message["content"]["code"], message["metadata"], message["parent_header"]
# ----
kernel.get_parent()["header"]["msg_id"] == kernel._parent_header["msg_id"] != message["msg_id"]
# ----
kernel.get_parent()["content"]["silent"], kernel.get_parent("shell")["content"]["store_history"]
# ----
kernel.execution_count == ip.execution_count
# ----
kernel.send_response(kernel.iopub_socket, "stream", {"name": "stdout", "text": "text\n"});
# ----
kernel.send_response(kernel.iopub_socket, "stream", {"name": "stderr", "text": "an error\n"});
# ----
kernel.send_response(kernel.iopub_socket, "display_data", {"data": {"text/plain": "shown", "text/html": "<b>x</b>"}, "metadata": {"a": 1}});
# ----
kernel.session.send(kernel.iopub_socket, "display_data", {"data": {"text/plain": "y"}, "metadata": {}}, parent=kernel.get_parent());
# ----
kernel.send_response(kernel.iopub_socket, "clear_output", {"wait": True});
# ----
sent = kernel.session.msg("stream", {"name": "stdout", "text": "x"})
sent["header"]["msg_type"], sent["content"], sent["parent_header"], sent["metadata"], sent["header"]["session"] == kernel.session.session
# ----
type(kernel.session.key), kernel.session.session in ip.get_parent()["header"]["session"], kernel.language_info["file_extension"]
# ----
%%capture kept
print(ip.get_parent()["content"]["code"][:9])
# ----
kept.stdout
# ----
import asyncio
first = ip.get_parent()["msg_id"]
async def later():
    await asyncio.sleep(0.1)
    return ip.get_parent()["msg_id"] == first
task = asyncio.create_task(later())
# ----
await task
# ----
"IPKernelApp" in ip.config, "nothing" in ip.config, ip.config["IPKernelApp"]["connection_file"] == ip.config.IPKernelApp.connection_file
# ----
import ipykernel, json
from ipykernel.connect import get_connection_file, get_connection_info
get_connection_file() == ip.config.IPKernelApp.connection_file, get_connection_info(unpack=True)["key"] == kernel.session.key
# ----
sorted(json.loads(get_connection_info())) == sorted(get_connection_info(unpack=True)), ipykernel.get_connection_file() == get_connection_file()
# ----
from ipykernel.kernelapp import IPKernelApp
from ipykernel.zmqshell import ZMQInteractiveShell
IPKernelApp.initialized(), IPKernelApp.instance().kernel is kernel, IPKernelApp.instance() is IPKernelApp.instance(), isinstance(ip, ZMQInteractiveShell)
# ----
kernel.no_such_attribute
# ----
ip.kernel.session.no_such_attribute
