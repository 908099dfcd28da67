// Compiles a whole catalog into a CommonJS program, which the server loads when it first writes in that language.
import { messageIn, modulesOf } from './arb.mjs'
import { codeOfFormat, codeOfModule } from './code.mjs'

/** The module of errors, which the server looks up by their English text. */
export const errorModule = 'errors'

/** An error's English text, with its values in braces, as in its declaration. */
export const templateOf = (english, key) =>
  messageIn(english, key)
    .map((part) => (typeof part === 'string' ? part : `{${part.argument}}`))
    .join('')

/**
 * `exports.texts` has the modules of texts, and `exports.errors` the errors by their English text: a text, or the names
 * of its values and a function that takes them in this order. Untranslated errors are left out.
 */
export function codeOfProgram(english, catalog) {
  const { file, name, isReviewed, direction } = catalog
  const modules = [...modulesOf(english).keys()].filter((module) => module !== errorModule)
  return [
    `'use strict'\n// Built from ${file}.`,
    codeOfFormat(catalog).replace(/^export /gm, ''),
    `exports.about = ${JSON.stringify({ name, isReviewed, direction })}`,
    'exports.texts = {}',
    ...modules.map((module) => withoutImports(codeOfModule(english, catalog, module), `exports.texts.${module} =`)),
    catalog === english ? 'exports.errors = {}\n' : codeOfErrors(english, catalog),
  ].join('\n')
}

const withoutImports = (code, assignment) =>
  code.replace(/^import .*\n/, '').replace(/^export const messages =/m, () => assignment)

function codeOfErrors(english, catalog) {
  const keys = (modulesOf(english).get(errorModule) ?? []).filter((key) => catalog.messages.has(key))
  if (keys.length === 0) return 'exports.errors = {}\n'
  const numbered = (map) => new Map(keys.map((key, index) => [`${errorModule}.${index}`, map.get(key)]))
  const code = codeOfModule(
    { ...english, messages: numbered(english.messages), placeholders: numbered(english.placeholders) },
    { ...catalog, messages: numbered(catalog.messages) },
    errorModule,
  )
  const entries = keys.map((key, index) => {
    const names = (english.placeholders.get(key) ?? []).map(([name]) => name)
    const value = names.length === 0 ? `m[${index}]` : `[${JSON.stringify(names)}, m[${index}]]`
    return `${JSON.stringify(templateOf(english, key))}: ${value},\n`
  })
  return `{\n${withoutImports(code, 'const m =')}exports.errors = {\n${entries.join('')}}\n}\n`
}
