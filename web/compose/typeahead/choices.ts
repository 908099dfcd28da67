import type { SavedSnippet } from '../../../src/features/text/saved-snippets/api.ts'
import type { Choice } from '../../entities/choice.ts'
import type { Target } from '../../narrow/target.ts'
import { part } from '../../store/connection.ts'
import { nameOrder } from '../../texts/locale.ts'
import { loadSlashCommands, slashCommands } from '../slash/slash-registry.ts'
import { channelChoices, topicChoices } from './channels.ts'
import { emojis } from './emoji.ts'
import { mentions } from './people.ts'
import { best, SearchIndex } from './search.ts'
import { times } from './times.ts'
import type { Trigger } from './trigger.ts'

const snippets = part<SavedSnippet[]>('saved_snippets')
const most = 12

export function choicesFor({ kind, query, channelName }: Trigger, target: Target | undefined): readonly Choice[] {
  switch (kind) {
    case 'mention':
    case 'silent':
      return mentions(query, kind === 'silent', target, most)
    case 'channel':
      return channelChoices(query, target, most)
    case 'topic':
      return topicChoices(query, channelName, target, most)
    case 'emoji':
      return emojis(query, most)
    case 'command':
      return commands(query, target)
    case 'snippet':
      return snippetChoices(query)
    case 'time':
      return times(query)
    case 'language':
      return languages(query)
  }
}

function commands(query: string, target: Target | undefined): Choice[] {
  // retried on the next key press
  void loadSlashCommands().catch(() => {})
  const wanted = query.toLowerCase()
  return slashCommands.value
    .filter(({ name, isOffered }) => name.startsWith(wanted) && isOffered?.(target) !== false)
    .map(({ name, description, openForm }) => ({
      key: name,
      label: `/${name}`,
      detail: description,
      insert: `/${name}`,
      ...(openForm ? { run: openForm } : {}),
    }))
}

function snippetChoices(query: string): Choice[] {
  const found = new SearchIndex(snippets.value ?? [], ({ title }) => title).find(query)
  return best(found, (a, b) => a.fit - b.fit || nameOrder.compare(a.item.title, b.item.title), most).map(
    ({ item }) => ({
      key: `snippet ${item.id}`,
      label: item.title,
      detail: item.content.slice(0, 80),
      mark: { sign: '✂️' },
      insert: item.content,
      select: [item.content.length, item.content.length] as const,
    }),
  )
}

const knownLanguages = `
quote spoiler math text
python py javascript js typescript ts jsx bash sh shell json html css sql yaml yml
java c cpp csharp cs go rust rs ruby rb php kotlin kt swift diff dockerfile makefile xml
toml ini lua perl r scala haskell elixir latex markdown powershell nix dart graphql
`
  .trim()
  .split(/\s+/)

/** Exact match first, then shortest completion. */
function languages(query: string): Choice[] {
  const wanted = query.toLowerCase()
  return knownLanguages
    .filter((name) => name.startsWith(wanted))
    .sort((a, b) => a.length - b.length)
    .slice(0, most)
    .map((name) => ({ key: name, label: name, insert: name, select: [name.length, name.length] as const }))
}
