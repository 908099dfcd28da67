const hidden = '…'

/** Names of query parameters that hold secrets, by their ends. */
const secretParameter =
  /([?&;](?:[\w.-]*(?:key|token|secret|password|passwd|pwd|signature|code|auth|state|ticket))=)[^&#\s"\\]*/gi
const userInUrl = /([a-z][a-z\d+.-]{0,20}:\/\/)[^\s/@"'\\]+@/gi
const authorization = /\b(basic|bearer)\s+[\w.~+/=-]{8,}/gi

/** Masks secrets in URLs and headers that an error message of a library may quote. */
export const withoutSecrets = (line: string): string =>
  line.replace(userInUrl, `$1${hidden}@`).replace(secretParameter, `$1${hidden}`).replace(authorization, `$1 ${hidden}`)

const longestPath = 200
const longestWord = 24
/** Twelve characters of a random token have a digit or both cases; words of a path rarely do. */
const runs = /[\w~+=-]{12,}/g
const isRandom = (run: string): boolean =>
  run.length > longestWord || /\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run))

/** The path of a URL that no route has, without its query and anything that looks like a token, key, or address. */
export function shownPath(url: string): string {
  const [path = ''] = url.split(/[?#;]/, 1)
  const segments = decoded(path)
    .split('/')
    .map((segment) => (/[@:=]/.test(segment) ? hidden : segment.replace(runs, (run) => (isRandom(run) ? hidden : run))))
  return segments.join('/').slice(0, longestPath)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
