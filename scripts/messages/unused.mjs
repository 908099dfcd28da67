// Finds texts that the web client doesn't use.
import { modulesOf } from './arb.mjs'

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Modules whose texts are looked up by values. */
const lookedUp = new Set([
  'organizationPages',
  'organizationSettings',
  'passwords',
  'reportKinds',
  'runningTitles',
  'settingWords',
  'userSettings',
])

/**
 * Keys that no source mentions. `sources` maps paths to texts: modules that import 'messages:x', and their importers. A
 * group that's looked up by a value, or passed on, counts as used.
 */
export function unusedKeys(english, sources) {
  const unused = []
  for (const [module, keys] of modulesOf(english)) {
    if (lookedUp.has(module) && [...sources.values()].some((source) => source.includes(`'messages:${module}'`)))
      continue
    const direct = [...sources].filter(([, source]) => source.includes(`'messages:${module}'`))
    const users = [...sources].filter(([, source]) => direct.some(([path]) => imports(source, path)))
    const code = [...direct, ...users].map(([, source]) => source).join('\n')
    unused.push(...keys.filter((key) => !isUsed(key.split('.').slice(1), code)))
  }
  return unused
}

const imports = (source, path) => source.includes(`/${path.split('/').pop()}'`)

function isUsed(path, code) {
  for (const [index, name] of path.entries()) {
    const word = escaped(name)
    const isLast = index === path.length - 1
    const mentioned = `(?:\\.${word}\\b|[{,]\\s*${word}\\b\\s*[:,}]|['"]${word}['"])`
    if (new RegExp(isLast ? mentioned : `${mentioned}(?!\\??\\.\\w)`).test(code)) return true
    if (!new RegExp(mentioned).test(code)) return false
  }
  return false
}
