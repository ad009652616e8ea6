/* Arrays of an idle accelerator wait on the host. A buffer that is away has no bytes and a watch of its own, which brings them back
 * before anybody looks at them; what it holds meanwhile is in `owner`. */
#include "arraylib/device/device.h"

#include "base/memory.h"

typedef struct Away {
    char *bytes; /* of the host device */
    void (*release)(Buffer *buffer);
} Away;

void device_enlist(Buffer *buffer) {
    Buffer **first = &buffer->device->buffers;
    buffer->next = *first;
    buffer->link = first;
    if (*first) (*first)->link = &buffer->next;
    *first = buffer;
}

void device_delist(Buffer *buffer) {
    if (!buffer->link) return;
    *buffer->link = buffer->next;
    if (buffer->next) buffer->next->link = buffer->link;
    buffer->link = NULL;
}

static Device *host_of(const Buffer *buffer) { return buffer->device->runtime->host; }

static void forget(Buffer *buffer, Away *away) {
    buffer->release = away->release;
    buffer->owner = NULL;
    buffer->watch = NULL;
    memory_release(away);
}

/* Nobody wants it any more. */
static void release_away(Buffer *buffer) {
    Away *away = buffer->owner;
    host_of(buffer)->operations->free(host_of(buffer), away->bytes, buffer->size);
    forget(buffer, away);
    buffer->release(buffer);
}

static bool come_back(Buffer *buffer, Error *error) {
    Away *away = buffer->owner;
    Device *device = buffer->device;
    Error own = ERROR_NONE, *told = error ? error : &own;
    DeviceCapture *capture = device->capture;
    capture_select(device, NULL); /* it comes now */
    char *bytes = device->operations->allocate(device, buffer->size, told);
    bool good = bytes && device->operations->copy_from_host(device, bytes, away->bytes, buffer->size, told);
    if (!good && bytes) device->operations->free(device, bytes, buffer->size);
    capture_select(device, capture);
    if (!good && error) return false;
    if (!good) { /* nobody can be told now */
        device->runtime->failure = own.kind;
        error_clear(&own);
        if (device->kind == DEVICE_CUDA) return false;
        buffer->bytes = away->bytes; /* an emulated device's memory is the process's */
    } else {
        buffer->bytes = bytes;
        host_of(buffer)->operations->free(host_of(buffer), away->bytes, buffer->size);
    }
    forget(buffer, away);
    return good;
}

static void dropped(Buffer *buffer) { (void)buffer; }

static const BufferWatch away_watch = {come_back, dropped};

bool buffer_is_away(const Buffer *buffer) { return buffer->watch == &away_watch; }

static bool send_away(Buffer *buffer, Error *error) {
    Device *device = buffer->device, *host = host_of(buffer);
    Away *away = memory_allocate(sizeof *away);
    char *bytes = away ? host->operations->allocate(host, buffer->size, error) : NULL;
    if (!bytes || !device->operations->copy_to_host(device, bytes, buffer->bytes, buffer->size, error)) {
        if (bytes) host->operations->free(host, bytes, buffer->size);
        memory_release(away);
        return error_is_set(error) ? false : error_no_memory(error);
    }
    *away = (Away){bytes, buffer->release};
    device->operations->free(device, buffer->bytes, buffer->size);
    buffer->bytes = NULL;
    buffer->owner = away;
    buffer->release = release_away;
    buffer->watch = &away_watch;
    return true;
}

bool device_send_away(Device *device, AwayCounts *counts, Error *error) {
    *counts = (AwayCounts){0};
    if (!device->operations->synchronize(device, error)) return false;
    for (Buffer *buffer = device->buffers; buffer; buffer = buffer->next) {
        if (buffer_is_away(buffer)) continue;
        if (buffer->is_shared || buffer->watch || !buffer->bytes) {
            counts->kept++;
            continue;
        }
        if (!send_away(buffer, error)) return false;
        counts->moved++;
        counts->moved_bytes += buffer->size;
    }
    device->operations->trim(device, NULL);
    if (counts->kept) return true;
    counts->is_retired = true;
    return !device->operations->retire || device->operations->retire(device, error);
}
