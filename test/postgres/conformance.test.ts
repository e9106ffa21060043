import { isWhole, onPostgres } from './on-postgres.ts';

onPostgres({
  conformance: async () => {
    const { inProcess, openCenterTarget } = await import('../conformance/center-target.ts');
    const { conformance } = await import('../conformance/suite.ts');
    conformance(() => openCenterTarget(inProcess), isWhole ? {} : { again: 'database' });
  },
});
