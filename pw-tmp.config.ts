import base from './playwright.config.ts';
export default { ...base, projects: [base.projects![0]!], webServer: [(base.webServer as object[])[0]] } as typeof base;
