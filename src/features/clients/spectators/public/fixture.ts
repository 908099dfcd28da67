import { type Person, TestOrganization, type TestServer } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { type Fetched, raw } from '../../../../../test/harness/files.ts'

export interface Place {
  society: TestOrganization
  ada: Person
  ben: Person
  site: string
}

export async function place(on: TestServer): Promise<Place> {
  const society = await TestOrganization.found(on)
  const ada = society.owner
  await ada.send('PATCH', '/realm', { enable_spectator_access: true })
  return { society, ada, ben: await society.join('Ben'), site: `http://${society.subdomain}.loquat.test` }
}

export const open = ({ ada, ben }: Place, name = 'square') =>
  makeChannel(ada.org, name, [ada, ben], { is_web_public: true })
export const get = async ({ society }: Place, path: string, headers: Record<string, string> = {}) => {
  const answer = await raw(society.server, society.org, path, { headers })
  return { status: answer.status, headers: answer.headers, body: answer.body, text: `${answer.body}` }
}
/** The parts of a response that must be equal for everything that isn't available. */
export const absence = ({ status, body, headers }: Pick<Fetched, 'status' | 'body' | 'headers'>) => [
  status,
  `${body}`,
  headers['cache-control'],
]

export const linksIn = (text: string): string[] =>
  [...text.matchAll(/\shref="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'))
export const relation = (text: string, rel: string): string | undefined =>
  new RegExp(`<link rel="${rel}" href="([^"]+)">`).exec(text)?.[1]
export const idsIn = (text: string): number[] =>
  [...text.matchAll(/<article id="message-(\d+)">/g)].map(([, id]) => Number(id))
