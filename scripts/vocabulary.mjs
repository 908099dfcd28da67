// What the files of an area are called. A file is a word of this list, as its name, as the end of its name after a
// hyphen, or as a folder; or it is a noun of the domain, which counts as the highest of what it uses.

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

/** Of a file of an area: what it declares comes first, its index last; -1 for a noun. */
export const rank = (path) => ranks.findIndex((pattern) => pattern.test(own(path)))
/** What clients load too. */
export const isDeclared = (path) => path.startsWith('src/features/') && rank(path) === 0
/** The SQL of an area's tables. */
export const isStore = (path) => path.startsWith('src/features/') && rank(path) === 2

/** Names that say nothing to somebody who has not written them. */
const unclear = /^(?:attached|common|fate|fetched|helpers?|history|lanes|meetings?|misc|pad|utils?|ways|words)$/
/** What is being done is said by a word of the list; nouns say what there is. */
const doing = /(?<!sett|meet)ing$/
export function isUnclear(path) {
  const name = own(path)
    .split('/')
    .at(-1)
    .replace(/(?:-\w+)?\.ts$/, (ending) => (rank(`src/features/x/x/x${ending}`) >= 0 ? '' : ending.slice(0, -3)))
  return unclear.test(name) || doing.test(name)
}

/** The rank of every file of the areas: of a noun that of the highest thing that it uses in its area, through nouns too. */
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
