// File names in a feature. A file is one of these words, as its name, as a suffix after a hyphen, or as a folder; or it's
// a noun of the domain, which has the highest rank of what it uses.

/** Each rank may use its own and those before it. */
const ranks = [
  /^(?:[\w-]+\/)*api\/|(?:^|\/)(?:[\w-]+-)?(?:api|states|wire|errors|input|limits|rules)\.ts$/,
  ...[
    ['options'],
    ['store'],
    ['cache'],
    ['access'],
    ['serialize'],
    ['actions', 'hooks', 'due'],
    ['routes', 'pages'],
  ].map((words) => new RegExp(`(?:^|/)(?:[\\w-]+-)?(?:${words.join('|')})(?:/|\\.ts$)`)),
  /^index\.ts$/,
]

const own = (path) => path.split('/').slice(4).join('/')

/** A file's rank in its feature: declarations first, the index last; -1 for a noun. */
export const rank = (path) => ranks.findIndex((pattern) => pattern.test(own(path)))
/** Declarations that clients load too. */
export const isDeclared = (path) => path.startsWith('src/features/') && rank(path) === 0
/** Stores and caches, and what tests prepare. */
export const holdsSql = (path) => [2, 3].includes(rank(path)) || /(?:^|[/-])fixture\.ts$/.test(path)
export const isRoute = (path) => rank(path) === 7
/** Routes, pages, and indexes: what connects a feature with the server. */
export const connects = (path) => rank(path) >= 7
export const isStore = (path) => path.startsWith('src/features/') && rank(path) === 2

/** Names that mean nothing to a new reader. */
const unclear = /^(?:attached|common|fate|fetched|helpers?|history|lanes|meetings?|misc|pad|utils?|ways|words)$/
/** Names that end in -ing must be words of the list; other files are named by nouns. */
const doing = /(?<!sett|meet)ing$/
export function isUnclear(path) {
  const name = own(path)
    .split('/')
    .at(-1)
    .replace(/(?:-\w+)?\.ts$/, (ending) => (rank(`src/features/x/x/x${ending}`) >= 0 ? '' : ending.slice(0, -3)))
  return unclear.test(name) || doing.test(name)
}

/** The rank of every file in the features; a noun has the highest rank of what it uses in its feature, through nouns too. */
export function readRanks(imports) {
  const feature = (path) => path.split('/').slice(0, 4).join('/')
  const highest = (path, seen) => {
    if (rank(path) >= 0) return rank(path)
    if (seen.has(path)) return 0
    seen.add(path)
    const near = (imports.get(path) ?? []).filter(({ target }) => feature(target) === feature(path))
    return Math.max(0, ...near.map(({ target }) => highest(target, seen)))
  }
  const paths = [...imports.keys()].filter((path) => path.startsWith('src/features/'))
  return new Map(paths.map((path) => [path, highest(path, new Set())]))
}
