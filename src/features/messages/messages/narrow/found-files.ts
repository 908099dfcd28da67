import type { MessageId } from '#contract'
import { raw, type Tx } from '#platform/db'
import { uploadUrl } from '../../attachments/paths.ts'
import { Params } from '../access/scope.ts'
import type { MatchedFile } from '../wire.ts'
import { type SearchText, textCondition } from './search-terms.ts'

/** The matching files by message: without them, a result's text wouldn't explain why it was found. */
export async function filesFound(
  tx: Tx,
  searches: readonly SearchText[],
  messages: readonly { id: MessageId }[],
): Promise<Map<MessageId, MatchedFile[]>> {
  const params = new Params()
  const conditions = searches.flatMap(({ wanted }) => wanted.flatMap((one) => textCondition(one, 't', params) ?? []))
  if (messages.length === 0 || conditions.length === 0) return new Map()
  const rows = await raw<{ message_id: MessageId; name: string; path_id: string }>(
    tx,
    // attachment and attachment_message belong to the attachments area
    `select am.message_id, a.name, a.path_id from attachment_message am
     join attachment_text t on t.attachment_id = am.attachment_id join attachment a on a.id = am.attachment_id
     where am.message_id = any(${params.add(messages.map(({ id }) => id))}::bigint[]) and (${conditions.join(' or ')})
     order by am.message_id, a.id`,
    params.values,
  )
  const files = new Map<MessageId, MatchedFile[]>()
  for (const { message_id, name, path_id } of rows)
    files.set(message_id, [...(files.get(message_id) ?? []), { name, url: uploadUrl(path_id) }])
  return files
}
