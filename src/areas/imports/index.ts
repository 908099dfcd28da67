import type { Area } from '#platform/serve'
import * as api from './api.ts'
import { importsDue } from './due.ts'
import { importPages } from './pages.ts'
import { routes } from './routes.ts'

/** Archives of other chats: taken in by a command, see `src/command/import-archive.ts`, or asked for by owners. */
export const importsArea: Area = { name: 'imports', api: [api], routes, due: [importsDue], pages: importPages }
