// Declares the modules of the English catalog, so that a wrong or missing argument doesn't compile.
import { argumentTypes, modulesOf, treeOf } from './arb.mjs'

const isName = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d*)$/
const property = (name) => (isName.test(name) ? name : `'${name.replaceAll("'", "\\'")}'`)

const declared = { String: 'string', Markdown: 'string', int: 'number', bool: 'boolean', List: 'readonly string[]' }
const typeOf = (type) =>
  argumentTypes.has(type)
    ? declared[type]
    : type
        .split('|')
        .map((value) => `'${value}'`)
        .join(' | ')

const signatureOf = (placeholders) =>
  placeholders.length === 0
    ? 'string'
    : `(${placeholders.map(([name, type]) => `${name}: ${typeOf(type)}`).join(', ')}) => string`

const objectOf = (tree, indent) =>
  `{\n${[...tree]
    .map(([name, value]) => {
      const type = value instanceof Map ? objectOf(value, `${indent}  `) : value
      return `${indent}  readonly ${property(name)}: ${type}\n`
    })
    .join('')}${indent}}`

/** For each module x of the catalog, a declaration file with the module 'messages:x'. */
export function declarationsOf(english) {
  const declare = ([module, keys]) => {
    const tree = treeOf(keys, (key) => signatureOf(english.placeholders.get(key) ?? []))
    const type = objectOf(tree.get(module), '  ')
    return `// Written by npm run generate from ${english.file}.\n\ndeclare module 'messages:${module}' {\n  export const messages: ${type}\n}\n`
  }
  return new Map([...modulesOf(english)].map((one) => [one[0], declare(one)]))
}

/** An interface of the modules of a catalog, except for some. */
export function interfaceOf(english, name, except = []) {
  const modules = [...modulesOf(english)].filter(([module]) => !except.includes(module))
  const tree = treeOf(
    modules.flatMap(([, keys]) => keys),
    (key) => signatureOf(english.placeholders.get(key) ?? []),
  )
  return `// Written by npm run generate from ${english.file}.\n\nexport interface ${name} ${objectOf(tree, '')}\n`
}
