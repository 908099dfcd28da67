import type { Area } from '#platform/serve'

/** Archives of other chats: taken in by a command, see `src/command/import-archive.ts`. */
export const importsArea: Area = { name: 'imports' }
