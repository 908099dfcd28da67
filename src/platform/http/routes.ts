import type { Method, Shape } from '#contract'
import { notFound } from '#contract'
import type { Route } from '#platform/serve'

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface Pattern {
  /** Several only if the path exists, but not with these methods. */
  method: Method[]
  /** In the router's notation. */
  pattern: string
  /** Empty if the path exists, but not with these methods. */
  routes: Route[]
  allowed: Method[]
}

/** Endpoints by method and path shape. Those with the same shape (by ID or by email) differ by the values that fit. */
export class RouteTable implements Iterable<Pattern> {
  readonly #patterns = new Map<string, Map<Method, Route[]>>()
  /** Each endpoint's parameter names, in the order of the router's p0, p1… */
  readonly #names = new Map<Route, string[]>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const names: string[] = []
      const pattern = route.endpoint.path.replace(/\{(\w+)(\.\.\.)?\}/g, (_whole, name: string, rest?: string) => {
        names.push(name)
        return rest ? '*' : `:p${names.length - 1}`
      })
      this.#names.set(route, names)
      const byMethod = this.#patterns.get(pattern) ?? new Map<Method, Route[]>()
      byMethod.set(route.endpoint.method, [...(byMethod.get(route.endpoint.method) ?? []), route])
      this.#patterns.set(pattern, byMethod)
    }
  }

  *[Symbol.iterator](): Iterator<Pattern> {
    for (const [pattern, byMethod] of this.#patterns) {
      const allowed = [...byMethod.keys()]
      for (const [method, routes] of byMethod) yield { method: [method], pattern, routes, allowed }
      // perf: together, because the router takes a while for each route
      const missing = methods.filter((method) => !byMethod.has(method))
      if (missing.length > 0) yield { method: missing, pattern, routes: [], allowed }
    }
  }

  pathParams(params: Record<string, string>): Map<string, string> {
    return new Map(Object.entries(params))
  }

  /** Finds the endpoint whose declared types fit the path, and renames the path's values to its parameters. */
  choose(routes: readonly Route[], path: Map<string, string>): Route {
    const values = [...path.values()]
    for (const route of routes) {
      const names = this.#names.get(route) as string[]
      const shape = route.endpoint.params as Shape
      const fits = names.every((name, index) => {
        const decoder = route.endpoint.decoders.find((one) => one.name === name)
        return decoder?.wire !== 'json' || !shape[name] || /^\d+$/.test(values[index] ?? '')
      })
      if (!fits) continue
      path.clear()
      names.forEach((name, index) => {
        path.set(name, values[index] ?? '')
      })
      return route
    }
    throw notFound()
  }
}
