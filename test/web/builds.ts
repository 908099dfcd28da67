import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtClient } from '../../src/pages/app.ts'

/** Two builds of the client. They share only the emoji fonts, which browsers don't keep. */
export interface Builds {
  readonly old: string
  readonly new: string
  remove(): Promise<void>
}

/** Copies the built client, and copies it again with every file renamed. */
export async function makeBuilds(): Promise<Builds> {
  const root = await mkdtemp(join(tmpdir(), 'loquat-two-builds-'))
  const byLanguage: Record<string, string[]> = JSON.parse(await readFile(join(builtClient, 'files.json'), 'utf8'))
  const listed = [...new Set(Object.values(byLanguage).flat())]
  const pages = (await readdir(builtClient)).filter((name) => /^(index|service-worker)\.(\w+\.)?(html|js)$/.test(name))
  const names = new Set(listed)
  const folders = { old: join(root, 'old'), new: join(root, 'new') }
  for (const [age, folder] of Object.entries(folders)) {
    await mkdir(folder)
    const renamed = (name: string) => (age === 'new' && names.has(name) ? name.replace('-', '-x') : name)
    for (const name of [...listed, ...pages, 'files.json', ...(await large())]) {
      const bytes = await readFile(join(builtClient, name))
      const isText = /\.(js|css|html|json)$/.test(name)
      const content = isText ? bytes.toString('utf8').replace(/[\w-]+\.(?:js|css|woff2)\b/g, renamed) : bytes
      await writeFile(join(folder, renamed(name)), content)
    }
  }
  return { ...folders, remove: () => rm(root, { recursive: true, force: true }) }
}

const large = async () => (await readdir(builtClient)).filter((name) => name.startsWith('noto-color-emoji'))
