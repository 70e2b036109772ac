@rem The scripts of package.json begin with exec, so that signals to npm reach them: for cmd.exe, which has no such command.
@%*
