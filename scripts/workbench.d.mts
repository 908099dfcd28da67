/** Serves the workbench; port 0 is any that is free. */
export function createWorkbench(port: number): Promise<{ url: string; close(): Promise<void> }>

/** As it is built. */
export function buildWorkbench(): Promise<{ url: string; close(): Promise<void> }>
