import { flagOf, variableOf } from '#platform/config'
import { type OptionName, options } from './options.ts'

/** A password in an address, before its host or as a parameter. */
const password = /:\/\/[^/?#@,]*:[^/?#@,]+@|[?&]password=[^&,]/
/** NATS knows some clients by a token, which stands where others have a name. */
const token = /\b(nats|tls):\/\/[^/?#@,]+@/

const holdsSecret = (name: OptionName, text: string): boolean =>
  options[name].value === 'SECRET' ? text !== '' : password.test(text) || token.test(text)

/** A line for each secret among the arguments of a command: other people of the machine see them in its list of processes. */
export const shownSecrets = (given: Readonly<Record<string, string>>): string[] =>
  Object.entries(given)
    .filter(([name, text]) => holdsSecret(name as OptionName, text))
    .map(([name]) => {
      const [flag, variable] = [flagOf(name), variableOf(name)]
      return `warning: the secret in ${flag} is visible in the process list; set ${variable} in the environment instead`
    })

/** An address as it may be shown: whoever follows it fills the password in again. */
export const withoutPassword = (address: string): string =>
  address.replace(/(:\/\/[^/?#@,:]*):[^/?#@,]+@/g, '$1:…@').replace(/([?&]password=)[^&,]+/g, '$1…')
