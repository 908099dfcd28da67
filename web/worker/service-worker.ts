// The service worker's entry point: each import adds its listeners.
import './shell.ts'
import './notifications.ts'
