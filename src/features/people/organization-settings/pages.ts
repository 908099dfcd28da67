import { Readable } from 'node:stream'
import { emojiData } from '#platform/emoji'
import { RENDERER_VERSION } from '#platform/markdown'
import { type Page, pageForAnyone } from '#platform/serve'
import { appIcon } from './app-icon.ts'
import { emojiDataPath } from './serialize.ts'

let emoji: Buffer | undefined

export const organizationPages: readonly Page[] = [
  pageForAnyone('/app-icons/:file', (ctx, { file = '' }) => appIcon(ctx, file)),
  pageForAnyone(emojiDataPath, () => {
    emoji ??= Buffer.from(JSON.stringify(emojiData))
    const bytes = emoji
    return {
      type: 'application/json',
      size: bytes.length,
      name: 'emoji.json',
      version: `${RENDERER_VERSION}-${bytes.length}`,
      maxAgeSecs: 86_400,
      isPublic: true,
      stream: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    }
  }),
]
