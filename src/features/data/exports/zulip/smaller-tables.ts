import type { ChannelRow } from './channels.ts'
import type { Recipients } from './recipients.ts'
import { type Snapped, seconds } from './row.ts'
import type { SnapshotTables } from './snapshot-tables.ts'
import type { TablesFile } from './tables-file.ts'

export type Put = (name: string, rows: Parameters<TablesFile['table']>[1]) => Promise<void>

interface Catalog {
  readonly tables: SnapshotTables
  readonly organization: Snapped<'organization'>
  readonly channels: readonly ChannelRow[]
  readonly recipients: Recipients
}

export async function writePersonal(
  put: Put,
  { tables, organization: { id: realm }, channels, recipients }: Catalog,
): Promise<void> {
  const known = new Set<number>(channels.map(({ id }) => id))
  let id = 0
  await put(
    'zerver_usertopic',
    (async function* () {
      for await (const one of tables.rows('user_topic'))
        if (one.policy !== 0 && known.has(one.channel_id))
          yield {
            id: ++id,
            user_profile: one.user_id,
            stream: one.channel_id,
            recipient: recipients.channel(one.channel_id),
            topic_name: one.topic,
            visibility_policy: one.policy,
            last_updated: seconds(one.updated_at),
          }
    })(),
  )
  const counted = (make: (id: number) => object) => make(++id)
  await put(
    'zerver_muteduser',
    tables.each('muted_user', (one) =>
      counted((id) => ({
        ...{ id, user_profile: one.user_id, muted_user: one.muted_user_id },
        date_muted: seconds(one.muted_at),
      })),
    ),
  )
  await put(
    'zerver_alertword',
    tables.each('alert_word', (one) => counted((id) => ({ id, realm, user_profile: one.user_id, word: one.word }))),
  )
  await put(
    'zerver_userstatus',
    tables.each('user_status', (one) =>
      counted((id) => ({
        ...{ id, user_profile: one.user_id, timestamp: 0, status_text: one.status_text },
        ...{ emoji_name: one.emoji_name, emoji_code: one.emoji_code, reaction_type: one.reaction_type || unicode },
        client: null,
      })),
    ),
  )
  await put(
    'zerver_savedsnippet',
    tables.each('saved_snippet', (one) => ({
      ...{ id: one.id, realm, user_profile: one.owner_id, title: one.title, content: one.content },
      date_created: seconds(one.created_at),
    })),
  )
}

const unicode = 'unicode_emoji'

export async function writeTools(put: Put, { tables, organization: { id: realm } }: Catalog): Promise<void> {
  let id = 0
  await put(
    'zerver_realmdomain',
    tables.each('realm_domain', (one) => ({
      ...{ id: ++id, realm, domain: one.domain, allow_subdomains: one.allow_subdomains },
    })),
  )
  await put(
    'zerver_realmfilter',
    tables.each('linkifier', (one) => ({
      ...{ id: one.id, realm, pattern: one.pattern, url_template: one.url_template, order: one.rank },
      ...{ example_input: one.example_input, reverse_template: one.reverse_template },
      alternative_url_templates: one.alternative_url_templates,
    })),
  )
  await put(
    'zerver_realmplayground',
    tables.each('code_playground', (one) => ({
      ...{ id: one.id, realm, name: one.name, pygments_language: one.pygments_language },
      url_template: one.url_template,
    })),
  )
  await put(
    'zerver_customprofilefield',
    tables.each('profile_field', (one) => ({
      ...{ id: one.id, realm, name: one.name, hint: one.hint, order: one.place, field_type: one.field_type },
      // a JSON string, empty if there are no options
      field_data: JSON.stringify(one.field_data) === '{}' ? '' : JSON.stringify(one.field_data),
      display_in_profile_summary: one.display_in_profile_summary,
      required: one.required,
      editable_by_user: one.editable_by_user,
    })),
  )
  let value = 0
  await put(
    'zerver_customprofilefieldvalue',
    tables.each('profile_value', (one) => ({
      ...{ id: ++value, user_profile: one.user_id, field: one.field_id, value: one.value },
      rendered_value: one.rendered_value,
    })),
  )
}
