import { deleteProject } from './delete-project.ts';

export const deleteProjectTool = deleteProject.execute(function* ({ project }, ctx) {
  const answer = yield* ctx.elicit('sure', {
    message: `Delete ${project}?`,
    title: 'This cannot be undone',
    details: [
      { label: 'Files', value: '1,204' },
      { label: 'Open tasks', value: '17' },
      { label: 'Members who lose access', value: '6' },
    ],
    confirmLabel: `Delete ${project}`,
    denyLabel: 'Keep it',
    tone: 'danger',
  });
  if (answer.action === 'accept' && answer.content.confirmed) return `${project} would be deleted now.`;
  return `${project} stays. Do not ask again.`;
});
