import { variableOf } from '#platform/config'
import { suggestion } from './did-you-mean.ts'
import { options } from './options.ts'

const prefix = 'LOQUAT_'

/** Variables of the MCP command, of the API examples, and of development tools. */
const others =
  /^LOQUAT_(?:TOKEN|REALM|USERNAME|API_KEY|THOROUGH|BROWSER|CHROMIUM|FIREFOX|SHOTS|SCREENSHOTS|PICTURES|ENTRIES|LANGUAGE|DIRECTION|SPOKEN|READER_SESSION|(?:BENCH|CRASH|DEV|DISK|EXPLORE|OUTAGE|POSTGRES|POWER|RECORD|SYNC|TAB|TEST)_\w+)$/

/** Docker links and Kubernetes set these for a service that's called loquat, or that has a name like loquat-web. */
const linked = /^LOQUAT_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)$/
const isLink = (name: string, value: string): boolean =>
  linked.test(name) || (name.endsWith('_PORT') && /^(?:tcp|udp|sctp):\/\//.test(value))

/** The environment without the variables that containers set for services. */
export const withoutLinks = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => !(name.startsWith(prefix) && isLink(name, value ?? ''))),
  )

/** Complaints about LOQUAT_ variables that aren't options. Empty ones count as unset. */
export function unknownVariables(environment: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.keys(options).map(variableOf))
  return Object.entries(environment)
    .filter(([name, value]) => name.startsWith(prefix) && value && !known.has(name) && !others.test(name))
    .map(([name]) => `unknown environment variable ${name}${suggestion(name, known)}`)
}
