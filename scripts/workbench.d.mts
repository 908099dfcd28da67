/** Serves the workbench, in English or in another language; port 0 picks a free one. */
export function createWorkbench(port: number, language?: string): Promise<{ url: string; close(): Promise<void> }>

/** The production build; without color emoji it loads faster. `rules` is the URL of axe for its pages. */
export function buildWorkbench(
  language?: string,
  options?: { hasEmoji?: boolean },
): Promise<{ url: string; rules: string; close(): Promise<void> }>
