import { sessionCookie } from '#platform/http'
import type { Cookie } from '#platform/serve'

export { sessionCookie }

/** The maximum that browsers allow; the server ends unused sessions. */
const maxAgeSecs = 400 * 86_400

export const cookieOf = (token: string): Cookie => ({ name: sessionCookie, value: token, maxAgeSecs })
export const noSessionCookie: Cookie = { name: sessionCookie, value: '', maxAgeSecs: 0 }
