import { flagOf, variableOf } from '#platform/config'
import { type OptionName, options } from './options.ts'

/** A password in a URL: before its host or in a parameter. */
const password = /:\/\/[^/?#@,]*:[^/?#@,]+@|[?&]password=[^&,]/
/** For NATS, a user name without a password may be a token. */
const token = /\b(nats|tls):\/\/[^/?#@,]+@/

const holdsSecret = (name: OptionName, text: string): boolean =>
  options[name].value === 'SECRET' ? text !== '' : password.test(text) || token.test(text)

/** Warnings for secrets in a command's arguments, which other users of the machine can see in the process list. */
export const shownSecrets = (given: Readonly<Record<string, string>>): string[] =>
  Object.entries(given)
    .filter(([name, text]) => holdsSecret(name as OptionName, text))
    .map(([name]) => {
      const [flag, variable] = [flagOf(name), variableOf(name)]
      return `warning: the secret in ${flag} is visible in the process list; set ${variable} in the environment instead`
    })

/** Removes the password from a URL, for display. */
export const withoutPassword = (address: string): string =>
  address.replace(/(:\/\/[^/?#@,:]*):[^/?#@,]+@/g, '$1:…@').replace(/([?&]password=)[^&,]+/g, '$1…')
