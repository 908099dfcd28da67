import type { Person, TestServer } from '#test'

export const password = 'correct horse battery'
let hashed: Promise<string> | undefined

/** Gives a person a password: in tests people have only an API key until they use a browser. */
export async function setPassword(server: TestServer, person: Person): Promise<void> {
  const { hashPassword } = await import('../../src/features/people/users/api-key.ts')
  hashed ??= hashPassword(password)
  const password_hash = await hashed
  await server.runtime.db.transaction((tx) =>
    tx.updateTable('account').set({ password_hash }).where('id', '=', person.id).execute(),
  )
}
