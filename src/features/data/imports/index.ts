import type { Feature } from '#platform/serve'
import * as api from './api.ts'
import { importsDue } from './due.ts'
import { importPages } from './pages.ts'
import { routes } from './routes.ts'

/** Imports archives of other chats, with a command (`src/command/import-archive.ts`) or when requested by owners. */
export const importsFeature: Feature = { name: 'imports', api: [api], routes, due: [importsDue], pages: importPages }
