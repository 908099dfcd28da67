// Which browser tests cover which folder of the web client, beside the core that always runs.

/** Every browser test depends on these folders, so a change there runs all of them. */
export const everywhere = ['app', 'parts', 'store', 'style', 'transport']

/** Folder of `web/` -> names of its tests in `test/web/`, without `.test.ts`. */
export const browserTests = {
  cards: ['cards', 'accessibility', 'workbench-narrow'],
  'catch-up': ['catch-up', 'at-once'],
  compose: [
    ...['compose-tools', 'content', 'crash', 'direct-uploads', 'uploads', 'outbox', 'safety', 'hostile-names'],
    ...['typing', 'warnings', 'scheduled', 'at-once', 'layout', 'accessibility', 'writing-while-moved', 'still-page'],
  ],
  declarations: ['disk', 'fetched-files'],
  directory: ['directory', 'channel-settings', 'large-organization', 'many-channels'],
  disk: ['disk', 'kept', 'kept-screen', 'service-worker', 'tabs', 'cleared', 'missing-people'],
  feed: [
    ...['feed-torture', 'reading', 'content', 'senders', 'messages', 'at-once', 'back-and-forward', 'safety', 'layout'],
    ...[
      'every-action',
      'accessibility',
      'narrow-screens',
      'workbench-narrow',
      'permalinks',
      'writing-while-moved',
      'still-page',
    ],
  ],
  inbox: ['inbox', 'going-on', 'finding', 'cleared', 'at-once', 'still-page'],
  'message-actions': ['every-action', 'own-keys', 'at-once', 'cleared', 'safety', 'layout'],
  narrow: ['finding', 'nowhere', 'views', 'back-and-forward', 'palette', 'permalinks'],
  notifications: ['notifications', 'quiet', 'installed-app'],
  own: ['own-menu', 'languages'],
  palette: ['palette', 'finding', 'back-and-forward', 'going-on'],
  people: ['people-beside', 'missing-people', 'large-organization', 'quiet', 'presence'],
  permissions: ['channel-settings', 'organization-settings', 'running-it'],
  pins: ['pins'],
  places: ['place-menus', 'topics', 'folders', 'narrow-screens', 'layout'],
  quiet: ['quiet', 'notifications'],
  recent: ['finding', 'inbox'],
  screen: ['kept-screen', 'service-worker'],
  search: ['finding', 'views', 'hostile-names'],
  settings: [
    'organization-settings',
    'own-menu',
    'running-it',
    'programs',
    'agents',
    'passkeys',
    'languages',
    'forms',
    'password-strength',
    'imported-people',
  ],
  sidebar: [
    'folders',
    'channel-filter',
    'many-channels',
    'narrow-screens',
    'views',
    'pins',
    'going-on',
    'layout',
    'sidebar-place',
    'still-page',
  ],
  texts: ['languages', 'accessibility', 'workbench-narrow'],
  topics: ['topics'],
  waiting: ['scheduled', 'composing'],
  widgets: ['interactive', 'together', 'messages', 'compose-tools', 'forms'],
  workbench: ['workbench', 'workbench-narrow'],
  worker: ['service-worker', 'installed-app', 'notifications', 'kept-screen', 'disk'],
}

/** Other files -> the browser tests about them. */
export const otherBrowserTests = [
  { files: ['help/**', 'assets/help*', 'src/pages/help*', 'src/platform/help/**'], tests: ['help'] },
  { files: ['src/areas/spectators/**', 'assets/public*', 'src/platform/html/**'], tests: ['public-pages', 'site'] },
  { files: ['src/areas/exports/site/**', 'assets/site/**'], tests: ['site'] },
  {
    files: ['src/areas/{sign-in,accounts,sessions,second-factors,passkeys,oauth,invitations}/**', 'src/pages/**'],
    tests: ['way-in', 'first-run', 'passkeys', 'programs', 'below-a-path', 'two-organizations', 'password-strength'],
  },
  { files: ['src/areas/attachments/**', 'src/platform/blobs/**'], tests: ['uploads', 'direct-uploads'] },
  { files: ['src/areas/push-devices/**'], tests: ['notifications'] },
  { files: ['src/areas/presence/**', 'src/areas/user-status/**'], tests: ['people-beside', 'presence'] },
  { files: ['src/areas/typing/**'], tests: ['typing'] },
  { files: ['src/areas/imports/**'], tests: ['imported-people'] },
  { files: ['src/platform/passwords/**'], tests: ['password-strength'] },
]
