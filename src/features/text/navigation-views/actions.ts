import type { Mutation } from '#platform/organization'
import { checkTotal, maxPerUser } from '../../people/organization/totals.ts'
import * as api from './api.ts'
import * as store from './store.ts'

interface NewView {
  fragment: string
  is_pinned: boolean
  name?: string | null | undefined
}

export async function addView(mutation: Mutation, { fragment, is_pinned, name = null }: NewView): Promise<void> {
  const { tx, org, viewer } = mutation
  const isBuiltIn = api.builtInFragments.has(fragment)
  if (isBuiltIn && name !== null) throw api.builtInHasName()
  if (!isBuiltIn && name === null) throw api.customNeedsName()
  const views = await store.list(tx, viewer.id)
  if (views.some((view) => view.fragment === fragment)) throw api.viewExists()
  checkNameIsFree(views, name)
  checkTotal(maxPerUser, 'navigation views', views.length)
  await store.insert(tx, { org_id: org.id, owner_id: viewer.id, fragment, is_pinned, name })
  mutation.emit(api.viewAdded, { navigation_view: { fragment, is_pinned, name } }, [viewer.id])
}

export async function editView(
  mutation: Mutation,
  fragment: string,
  changes: { is_pinned?: boolean | undefined; name?: string | null | undefined },
): Promise<void> {
  const { tx, viewer } = mutation
  if (api.builtInFragments.has(fragment) && typeof changes.name === 'string') throw api.builtInHasName()
  const views = await store.list(tx, viewer.id)
  const view = views.find((one) => one.fragment === fragment)
  if (!view) throw api.noSuchView()
  const { is_pinned = view.is_pinned } = changes
  // null means unchanged: a custom view always has a name, and a built-in one never
  const name = changes.name ?? view.name
  const data = {
    ...(is_pinned === view.is_pinned ? {} : { is_pinned }),
    ...(name === view.name || name === null ? {} : { name }),
  }
  if (Object.keys(data).length === 0) return
  checkNameIsFree(
    views.filter((one) => one !== view),
    name,
  )
  await store.update(tx, viewer.id, fragment, data)
  mutation.emit(api.viewUpdated, { fragment, data }, [viewer.id])
}

export async function removeView(mutation: Mutation, fragment: string): Promise<void> {
  if (!(await store.remove(mutation.tx, mutation.viewer.id, fragment))) throw api.noSuchView()
  mutation.emit(api.viewRemoved, { fragment }, [mutation.viewer.id])
}

/** Recreates the views from the first moved one on, in one statement. */
export async function orderViews(mutation: Mutation, order: readonly string[]): Promise<void> {
  const { tx, org, viewer } = mutation
  const views = await store.list(tx, viewer.id)
  const known = new Map(views.map((view) => [view.fragment, view]))
  const named = [...new Set(order)].map((fragment): api.NavigationView => {
    const view = known.get(fragment)
    if (!view && !api.builtInFragments.has(fragment)) throw api.noSuchView()
    return view ?? { fragment, is_pinned: true, name: null }
  })
  const next = [...named, ...views.filter((view) => !named.includes(view))]
  checkTotal(maxPerUser, 'navigation views', views.length, next.length - views.length)
  const from = next.findIndex((view, index) => view !== views[index])
  if (from < 0) return
  const [gone, come] = [views.slice(from).map(({ fragment }) => fragment), next.slice(from)]
  await store.removeAll(tx, viewer.id, gone)
  for (const fragment of gone) mutation.emit(api.viewRemoved, { fragment }, [viewer.id])
  await store.insertAll(
    tx,
    come.map((view) => ({ org_id: org.id, owner_id: viewer.id, ...view })),
  )
  for (const navigation_view of come) mutation.emit(api.viewAdded, { navigation_view }, [viewer.id])
}

function checkNameIsFree(views: readonly api.NavigationView[], name: string | null): void {
  if (name !== null && views.some((view) => view.name === name)) throw api.nameTaken()
}
