// The program that browsers run beside the pages of the web client: each import adds what it listens to.
import './shell.ts'
import './notifications.ts'
