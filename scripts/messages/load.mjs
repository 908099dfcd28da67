// Compiled texts without a bundler, for checks and tests.
import { codeOfFormat, codeOfModule } from './code.mjs'

/** A module's texts in a language, as in a build. */
export async function loadMessages(english, catalog, module) {
  const format = codeOfFormat(catalog).replace(/^export /gm, '')
  const messages = codeOfModule(english, catalog, module).replace(/^import .*\n/, '')
  const url = `data:text/javascript;base64,${Buffer.from(`${format}${messages}`).toString('base64')}`
  return (await import(url)).messages
}
