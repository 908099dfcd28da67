import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { projectRoot } from '#platform/config'

export interface RealMessage {
  channel: string
  topic: string
  sender: string
  timestamp: number
  content: string
}

/** The real conversation, if its file is available (LOQUAT_BENCH_TEXTS names another one); else made-up lines. */
export function texts(): RealMessage[] {
  const file =
    process.env.LOQUAT_BENCH_TEXTS ?? join(projectRoot, '..', 'shared', 'data', 'community-messages.jsonl.gz')
  if (existsSync(file))
    return gunzipSync(readFileSync(file))
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  return Array.from({ length: 33_000 }, (_, n) => ({
    channel: `channel ${n % 35}`,
    topic: `topic ${n % 2463}`,
    sender: `Member ${n % 768}`,
    timestamp: 1_730_000_000 + n * 60,
    content: `Message number ${n} with **some** \`markup\` and a [link](https://example.org/${n}).`,
  }))
}
