import type { ComponentChild, FunctionComponent } from 'preact'
import { later } from '../parts/later.tsx'

type Load = () => Promise<FunctionComponent>

const views = new Map<Load, FunctionComponent>()

/** A component that's loaded when it's first shown. */
export function viewOf(load: Load, interim?: ComponentChild): FunctionComponent {
  const view = views.get(load) ?? later(load, interim)
  views.set(load, view)
  return view
}
