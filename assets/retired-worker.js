// What browsers get for /service-worker.js where the server has none: it takes the place of any earlier one, forgets what
// that has kept, and goes. Pages that are open stay as they are, and ask the server for everything from then on.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const kept = `loquat ${new URL('./', self.location.href).pathname} `
  const leave = async () => {
    for (const name of await caches.keys()) if (name.startsWith(kept)) await caches.delete(name)
    await self.registration.unregister()
  }
  event.waitUntil(leave())
})
