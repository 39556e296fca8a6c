/** Style sheets are Vite's to find. */
declare module '*.css'
