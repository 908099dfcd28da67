export function testFiles(): string[]
export function hookListeners(): { path: string; hook: string; names: Set<string> }[]
export function affectedTests(changed: string[]): string[]
