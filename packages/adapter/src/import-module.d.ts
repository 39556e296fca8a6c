/** Imports a module by its address, in the browser. */
export function importModule(address: string): Promise<unknown>
