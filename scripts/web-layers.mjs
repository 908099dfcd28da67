// The order of the folders in web/: each may import only those before it. Checked by imports.mjs, drawn by draw-features.mjs.

/** From the bottom up; inside a layer too, a folder may import only those listed before it. */
export const webLayers = [
  {
    name: 'base',
    text: 'styles, texts, API calls, narrows, generic UI parts',
    folders: ['declarations', 'style', 'texts', 'transport', 'narrow', 'parts'],
  },
  {
    name: 'model',
    text: 'state, permissions, URL and history, shortcuts',
    folders: ['offline-cache', 'store', 'permissions', 'navigation', 'shortcuts'],
  },
  {
    name: 'entities',
    text: 'people, conversations, content, and emoji as views show them',
    folders: ['entities', 'content', 'emoji'],
  },
  {
    name: 'messages',
    text: 'reading, writing, and acting on messages',
    folders: ['widgets', 'compose', 'popovers', 'message-actions', 'pins', 'feed'],
  },
  {
    name: 'tools',
    text: 'menus, notifications, calls, form controls',
    folders: ['do-not-disturb', 'notifications', 'calls', 'conversation-menus', 'controls', 'moderation'],
  },
  {
    name: 'views',
    text: 'sidebars and pages',
    folders: [
      ...['people', 'slash-commands', 'account-menu', 'sidebar', 'topics', 'inbox', 'search', 'scheduled'],
      ...['channel-browser', 'settings', 'palette'],
    ],
  },
  {
    name: 'shell',
    text: 'startup, the page around the views, the service worker',
    folders: ['startup-snapshot', 'worker', 'app', 'main.tsx', 'workbench'],
  },
]

const order = webLayers.flatMap(({ folders }) => folders)

/** The folder of a file in `web`; a file right in it counts as a folder. */
export const webFolder = (path) => path.split('/')[1]

/**
 * What's wrong with the imports of the web client: a Map like that of `readImports`, of which only lines inside `web` count.
 * Types count too, and so do imports at run time.
 */
export function layerProblems(imports) {
  const problems = []
  const unlisted = new Set()
  const isWeb = (path) => path.startsWith('web/')
  for (const [path, list] of imports) {
    if (!isWeb(path)) continue
    const from = webFolder(path)
    if (!order.includes(from)) unlisted.add(from)
    for (const { target } of list) {
      if (!isWeb(target)) continue
      const to = webFolder(target)
      if (order.includes(from) && order.indexOf(to) > order.indexOf(from))
        problems.push(
          `${path} imports ${target}, but web/${to} is above web/${from}: move what both need to a lower folder (scripts/web-layers.mjs)`,
        )
    }
  }
  for (const folder of unlisted) problems.push(`web/${folder} has no place in scripts/web-layers.mjs`)
  return problems
}
