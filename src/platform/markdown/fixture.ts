import { asChannelId, asGroupId, asUserId } from '#contract'
import { compileLinkifiers, type MarkdownContext, renderMarkdown } from './index.ts'

const people = [
  { id: asUserId(31), full_name: 'Ada Lovelace' },
  { id: asUserId(32), full_name: 'Ben <b> & Co' },
  { id: asUserId(33), full_name: 'Twin' },
  { id: asUserId(34), full_name: 'Twin' },
]
const channels = [
  { id: asChannelId(9), name: 'announce' },
  { id: asChannelId(10), name: 'Über uns (v2.0)' },
]

export const context: MarkdownContext = {
  realmUrl: 'https://chat.example.org',
  usersByName: (name) => people.filter((p) => p.full_name.toLowerCase() === name.toLowerCase()),
  userById: (id) => people.find((p) => p.id === id),
  groupByName: (name) =>
    ({
      support: { id: asGroupId(17), name: 'support' },
      'role:administrators': { id: asGroupId(5), name: 'role:administrators', shown_name: 'Administrators' },
    })[name],
  channelByName: (name) => channels.find((c) => c.name.toLowerCase() === name.toLowerCase()),
  channelById: (id) => channels.find((c) => c.id === id),
  latestMessageOfTopic: (_channel, topic) => (topic === 'Server updates' || topic === '' ? 214 : undefined),
  customEmoji: (name) =>
    name === 'green_tick' ? { id: '4', name, source_url: '/user_avatars/2/emoji/images/4.png' } : undefined,
  linkifiers: compileLinkifiers([
    { id: 1, pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.org/{id}' },
    { id: 2, pattern: '(?P<repo>[a-z]+)#(?P<id>[0-9]+)', url_template: 'https://git.example.org/{repo}/{id}' },
  ]),
}

export const html = (text: string, more: Partial<MarkdownContext> = {}): string =>
  renderMarkdown(text, { ...context, ...more }).html

export const p = (inner: string): string => `<p>${inner}</p>`
