/** Installs the development tools if they're missing or outdated, and returns their `node_modules`. */
export function tools(): string
